/* The number type of the networks.
 *
 * Training uses float: it is precise enough and twice as fast as double.  The gradient test
 * compiles the same sources with -DTRAINER_DOUBLE, because a numerical derivative needs more
 * digits.
 *
 * Every file here keeps one promise: a value is computed by the same additions and multiplications
 * in the same order whatever the compiler or instruction set.  Two habits are enough for that:
 * loops whose iterations do not depend on each other (the compiler may then use vectors of any
 * width), and -ffp-contract=off (so that a multiplication and an addition are never merged and
 * rounded once).
 */
#ifndef TRAINER_REAL_H
#define TRAINER_REAL_H

#ifdef TRAINER_DOUBLE
typedef double real;
#else
typedef float real;
#endif

#endif
