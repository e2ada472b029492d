# Figures; only render_cairo.c needs cairo.
noinst_LIBRARIES += src/figure/libfigure.a
src_figure_libfigure_a_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS)
src_figure_libfigure_a_SOURCES = \
	src/figure/chart.c src/figure/chart.h \
	src/figure/chart_budget.c \
	src/figure/chart_coverage.c \
	src/figure/chart_families.c \
	src/figure/chart_pairs.c \
	src/figure/chart_scatter.c \
	src/figure/curves.c src/figure/curves.h \
	src/figure/drawing.c src/figure/drawing.h \
	src/figure/grid.c src/figure/grid.h \
	src/figure/page.c src/figure/page.h \
	src/figure/pair_words.c src/figure/pair_words.h \
	src/figure/render.h src/figure/render_formats.c \
	src/figure/scale.c src/figure/scale.h
if HAVE_CAIRO
src_figure_libfigure_a_SOURCES += src/figure/render_cairo.c
else
src_figure_libfigure_a_SOURCES += src/figure/render_none.c
endif
