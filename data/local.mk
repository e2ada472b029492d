# The bundled studies, and the program that trained them (not installed).

TRAINER_SOURCES = \
	data/trainer/batch.c data/trainer/batch.h \
	data/trainer/dataset.c data/trainer/dataset.h \
	data/trainer/layer.h \
	data/trainer/layer_conv.c \
	data/trainer/layer_dense.c \
	data/trainer/layer_dropout.c \
	data/trainer/layer_norm.c \
	data/trainer/layer_plain.c \
	data/trainer/loss.c data/trainer/loss.h \
	data/trainer/maths.c data/trainer/maths.h \
	data/trainer/matrix.c data/trainer/matrix.h \
	data/trainer/memory.c data/trainer/memory.h \
	data/trainer/models.c data/trainer/models.h \
	data/trainer/network.c data/trainer/network.h \
	data/trainer/optimiser.c data/trainer/optimiser.h \
	data/trainer/read_idx.c \
	data/trainer/read_letters.c \
	data/trainer/real.h \
	data/trainer/rng.c data/trainer/rng.h \
	data/trainer/runlog.c data/trainer/runlog.h \
	data/trainer/train.c data/trainer/train.h

# Neither switch changes a result: they say that nobody looks at errno or at floating-point traps,
# without which loops with a condition are not vectorised.
TRAINER_CFLAGS = $(AM_CFLAGS) -fno-math-errno -fno-trapping-math

check_PROGRAMS += data/trainer/trainer data/trainer/tests/gradient_test
data_trainer_trainer_SOURCES = $(TRAINER_SOURCES) data/trainer/main.c
data_trainer_trainer_CFLAGS = $(TRAINER_CFLAGS)
data_trainer_tests_gradient_test_SOURCES = $(TRAINER_SOURCES) data/trainer/tests/gradient_test.c
data_trainer_tests_gradient_test_CFLAGS = $(TRAINER_CFLAGS) -DTRAINER_DOUBLE

TESTS += data/trainer/tests/gradient_test data/tests/retrain.sh

# For training many runs: make trainer, or make trainer TRAINER_OPTIMISE='-O3 -march=native'.
TRAINER_OPTIMISE = -O3
trainer:
	$(AM_V_at)$(MAKE) $(AM_MAKEFLAGS) CFLAGS='$(CFLAGS) $(TRAINER_OPTIMISE)' data/trainer/trainer$(EXEEXT)
.PHONY: trainer

# The studies are too many files for a list; folders in EXTRA_DIST are taken whole.
EXTRA_DIST += data/README.md data/exercises.md data/fetch-datasets data/train-studies data/tests/retrain.sh data/study data/demo

install-data-local:
	$(AM_V_at)for folder in `cd $(srcdir)/data && find study demo -type d`; do \
	  $(MKDIR_P) "$(DESTDIR)$(pkgdatadir)/$$folder" && \
	  $(INSTALL_DATA) `find $(srcdir)/data/$$folder -maxdepth 1 -type f` \
	    "$(DESTDIR)$(pkgdatadir)/$$folder" || exit 1; \
	done

uninstall-local:
	rm -rf "$(DESTDIR)$(pkgdatadir)/study" "$(DESTDIR)$(pkgdatadir)/demo"

# What a JSON report looks like, for programs that read it.
dist_pkgdata_DATA = data/report.schema.json
