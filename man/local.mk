dist_man_MANS += man/logvar.1
dist_man_MANS += man/logvar-manifest.5
