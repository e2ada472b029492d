dist_man_MANS += man/logvar.1
