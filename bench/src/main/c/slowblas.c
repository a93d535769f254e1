/*
 * A library that makes a process a slower CPU when it is preloaded into a program. Each BLAS call takes at least SLOW_FACTOR times the CPU
 * time that it has used, and sleeps for the rest. The books are the same as those of the product's --emulate-slowdown
 * (hplhetero.blas.slowed), which SameBooksTest checks. A debt below 0.5 ms is carried to the next call. The time a thread waits between two
 * calls pays off debt too, because a slower processor would have waited so much less. Time lost to other processes counts as slept. A
 * credit is at most 1 ms. The library has the Fortran and C interfaces that HPL uses. The BLAS has to be a shared library with one thread.
 *
 *   cc -O2 -shared -fPIC -o slowblas.so slowblas.c -ldl
 *   SLOW_FACTOR=2 LD_PRELOAD=./slowblas.so OPENBLAS_NUM_THREADS=1 ./xhpl
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#define WORTH_SLEEPING 5e-4
#define MOST_CREDIT 1e-3

static double slow_factor = 1;
static __thread double owed;
/* The depth of nested BLAS calls. A C interface may call the Fortran one, and only the outermost call counts. */
static __thread int nesting;
/* The time, in seconds, at which the running call began, or else at which the last call and its sleep ended. */
static __thread double wall;
static __thread double cpu;
static __thread int called_before;

__attribute__((constructor)) static void read_factor(void) {
  const char *text = getenv("SLOW_FACTOR");
  if (text && atof(text) > 1) {
    slow_factor = atof(text);
  }
}

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Books a call by the seconds of CPU time and of wall time that it took. Returns how long to sleep now, 0 when that is not worth it. */
static double called(double used, double taken) {
  owed += slow_factor * used - taken;
  if (owed < -MOST_CREDIT) {
    owed = -MOST_CREDIT;
  }
  return owed > WORTH_SLEEPING ? owed : 0;
}

/* Books the seconds between two calls in which the thread did not run. */
static void waited(double idle) {
  if (owed > 0 && idle > 0) {
    owed = owed > idle ? owed - idle : 0;
  }
}

/* Books a sleep by its real length. */
static void slept(double taken) {
  owed -= taken;
}

static void brake_press(void) {
  if (nesting++ > 0 || slow_factor <= 1) {
    return;
  }
  double now_cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
  double now = seconds(CLOCK_MONOTONIC);
  if (called_before) {
    waited(now - wall - (now_cpu - cpu));
  }
  called_before = 1;
  wall = now;
  cpu = now_cpu;
}

/* Sleeps and returns the time when the sleep ends; a signal does not cut the sleep short. */
static double sleep_for(double length, double start) {
  struct timespec t;
  t.tv_sec = (time_t)length;
  t.tv_nsec = (long)((length - (double)t.tv_sec) * 1e9);
  while (nanosleep(&t, &t) != 0 && errno == EINTR) {
  }
  double end = seconds(CLOCK_MONOTONIC);
  slept(end - start);
  return end;
}

static void brake_release(void) {
  if (--nesting > 0 || slow_factor <= 1) {
    return;
  }
  double now_cpu = seconds(CLOCK_THREAD_CPUTIME_ID);
  double now = seconds(CLOCK_MONOTONIC);
  double length = called(now_cpu - cpu, now - wall);
  cpu = now_cpu;
  wall = length > 0 ? sleep_for(length, now) : now;
}

/* Looks up the BLAS library's own function, once. */
#define NEXT(name, type)                     \
  static type next;                          \
  if (!next) {                               \
    next = (type)dlsym(RTLD_NEXT, #name);    \
  }

#define SLOWED(name, parameters, arguments)  \
  void name parameters {                     \
    typedef void(*function) parameters;      \
    NEXT(name, function)                     \
    brake_press();                           \
    next arguments;                          \
    brake_release();                         \
  }

#define SLOWED_INDEX(type, name, parameters, arguments) \
  type name parameters {                     \
    typedef type(*function) parameters;      \
    NEXT(name, function)                     \
    brake_press();                           \
    type index = next arguments;             \
    brake_release();                         \
    return index;                            \
  }

typedef const int *in;
typedef const double *din;
typedef const char *word;

SLOWED(cblas_dgemm, (int layout, int ta, int tb, int m, int n, int k, double alpha, din a, int lda, din b, int ldb, double beta, double *c, int ldc),
       (layout, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc))
SLOWED(cblas_dtrsm, (int layout, int side, int uplo, int ta, int diag, int m, int n, double alpha, din a, int lda, double *b, int ldb),
       (layout, side, uplo, ta, diag, m, n, alpha, a, lda, b, ldb))
SLOWED(cblas_dgemv, (int layout, int ta, int m, int n, double alpha, din a, int lda, din x, int incx, double beta, double *y, int incy),
       (layout, ta, m, n, alpha, a, lda, x, incx, beta, y, incy))
SLOWED(cblas_dtrsv, (int layout, int uplo, int ta, int diag, int n, din a, int lda, double *x, int incx),
       (layout, uplo, ta, diag, n, a, lda, x, incx))
SLOWED(cblas_dger, (int layout, int m, int n, double alpha, din x, int incx, din y, int incy, double *a, int lda),
       (layout, m, n, alpha, x, incx, y, incy, a, lda))
SLOWED(cblas_dscal, (int n, double alpha, double *x, int incx), (n, alpha, x, incx))
SLOWED(cblas_daxpy, (int n, double alpha, din x, int incx, double *y, int incy), (n, alpha, x, incx, y, incy))
SLOWED(cblas_dcopy, (int n, din x, int incx, double *y, int incy), (n, x, incx, y, incy))
SLOWED(cblas_dswap, (int n, double *x, int incx, double *y, int incy), (n, x, incx, y, incy))
SLOWED_INDEX(size_t, cblas_idamax, (int n, din x, int incx), (n, x, incx))

/*
 * The lengths of character arguments come last, after all other arguments. Lengths passed to a function that does not use them do no harm.
 */
SLOWED(dgemm_, (word ta, word tb, in m, in n, in k, din alpha, din a, in lda, din b, in ldb, din beta, double *c, in ldc, size_t la, size_t lb),
       (ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, la, lb))
SLOWED(dtrsm_, (word side, word uplo, word ta, word diag, in m, in n, din alpha, din a, in lda, double *b, in ldb, size_t ls, size_t lu, size_t lt, size_t ld),
       (side, uplo, ta, diag, m, n, alpha, a, lda, b, ldb, ls, lu, lt, ld))
SLOWED(dgemv_, (word ta, in m, in n, din alpha, din a, in lda, din x, in incx, din beta, double *y, in incy, size_t lt),
       (ta, m, n, alpha, a, lda, x, incx, beta, y, incy, lt))
SLOWED(dtrsv_, (word uplo, word ta, word diag, in n, din a, in lda, double *x, in incx, size_t lu, size_t lt, size_t ld),
       (uplo, ta, diag, n, a, lda, x, incx, lu, lt, ld))
SLOWED(dger_, (in m, in n, din alpha, din x, in incx, din y, in incy, double *a, in lda), (m, n, alpha, x, incx, y, incy, a, lda))
SLOWED(dscal_, (in n, din alpha, double *x, in incx), (n, alpha, x, incx))
SLOWED(daxpy_, (in n, din alpha, din x, in incx, double *y, in incy), (n, alpha, x, incx, y, incy))
SLOWED(dcopy_, (in n, din x, in incx, double *y, in incy), (n, x, incx, y, incy))
SLOWED(dswap_, (in n, double *x, in incx, double *y, in incy), (n, x, incx, y, incy))
SLOWED_INDEX(int, idamax_, (in n, din x, in incx), (n, x, incx))
