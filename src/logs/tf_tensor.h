/* The value of a TensorProto of one element. */
#ifndef LOGVAR_LOGS_TF_TENSOR_H
#define LOGVAR_LOGS_TF_TENSOR_H

#include <stddef.h>

/* NaN if it holds not exactly one number, or a type that is none. */
double tf_tensor_scalar(const unsigned char *bytes, size_t n_bytes);

#endif
