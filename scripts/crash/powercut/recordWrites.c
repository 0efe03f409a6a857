/*
 * Records what a program changes below one folder, in the order in which the kernel does it: bytes, lengths, names,
 * and the begin and the end of each flush. A library for LD_PRELOAD (see recorder.ts).
 *
 * RECORD_ROOT: the folder. RECORD_LOG: the log. RECORD_CONTROL: a file of 4096 bytes that all recorded processes share:
 * byte 0 is the lock, byte 64 the order to stop. RECORD_FLUSH_US: a flush takes up to so many microseconds; the disk is
 * not asked, because diskModel.ts decides what is on it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { CREATE = 1, MKDIR, WRITE, TRUNCATE, FLUSH_BEGIN, FLUSH_END, RENAME, UNLINK, RMDIR, LINK, FLUSH_ALL };

struct header {
  uint32_t size, op, pid, name1, name2, unused;
  uint64_t a, b, c, d;
};

#define MOST 65536
static struct { dev_t dev; ino_t ino; char known; } files[MOST];
static char root[4096];
static size_t rootLength;
static int logFd = -1;
static volatile char *control;
static long flushUs;

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("RECORD_ROOT"), *log = getenv("RECORD_LOG"), *shared = getenv("RECORD_CONTROL");
  if (!folder || !log || !shared) return;
  int fd = syscall(SYS_openat, AT_FDCWD, shared, O_RDWR | O_CLOEXEC);
  int out = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (fd < 0 || out < 0) abort();
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page == MAP_FAILED) abort();
  syscall(SYS_close, fd);
  /* A number that no program expects to be its own. */
  logFd = fcntl(out, F_DUPFD_CLOEXEC, 900);
  syscall(SYS_close, out);
  snprintf(root, sizeof root, "%s", folder);
  rootLength = strlen(root);
  flushUs = getenv("RECORD_FLUSH_US") ? atol(getenv("RECORD_FLUSH_US")) : 0;
  control = page;
}

static void lock(void) {
  while (__atomic_exchange_n(&control[0], 1, __ATOMIC_ACQUIRE)) sched_yield();
  /* The power is cut: nothing happens any more. */
  if (control[64]) {
    __atomic_store_n(&control[0], 0, __ATOMIC_RELEASE);
    for (;;) syscall(SYS_pause);
  }
}
static void unlock(void) { int kept = errno; __atomic_store_n(&control[0], 0, __ATOMIC_RELEASE); errno = kept; }

static void note(uint32_t op, uint64_t a, uint64_t b, uint64_t c, const char *n1, const char *n2, const void *data, size_t length) {
  int kept = errno;
  struct header h = {0};
  h.op = op; h.pid = syscall(SYS_gettid); h.a = a; h.b = b; h.c = c; h.d = length;
  h.name1 = n1 ? strlen(n1) : 0; h.name2 = n2 ? strlen(n2) : 0;
  h.size = sizeof h + h.name1 + h.name2 + length;
  struct iovec parts[] = {{&h, sizeof h}, {(void *)n1, h.name1}, {(void *)n2, h.name2}, {(void *)data, length}};
  if (syscall(SYS_writev, logFd, parts, 4) != (long)h.size) abort();
  errno = kept;
}

static int inRoot(const char *path) {
  if (!control || !path) return 0;
  char here[4096];
  const char *from = path;
  if (path[0] != '/') from = getcwd(here, sizeof here);
  return from && strncmp(from, root, rootLength) == 0 && (from[rootLength] == '/' || from[rootLength] == 0);
}
/* The number of the folder of a path, and the last part of the path. */
static ino_t folderOf(const char *path, const char **name) {
  char folder[4096];
  struct stat s;
  const char *slash = strrchr(path, '/');
  *name = slash ? slash + 1 : path;
  if (!slash) strcpy(folder, ".");
  else if (slash == path) strcpy(folder, "/");
  else snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
  return stat(folder, &s) == 0 ? s.st_ino : 0;
}
static ino_t numberOf(const char *path) { struct stat s; return lstat(path, &s) == 0 ? s.st_ino : 0; }

static void know(int fd) {
  struct stat s;
  if (fd < 0 || fd >= MOST || fstat(fd, &s) != 0) return;
  files[fd].known = S_ISREG(s.st_mode) || S_ISDIR(s.st_mode);
  files[fd].dev = s.st_dev;
  files[fd].ino = s.st_ino;
}
static int isKnown(int fd, struct stat *s) {
  if (!control || fd < 0 || fd >= MOST || !files[fd].known) return 0;
  int kept = errno;
  int same = fstat(fd, s) == 0 && s->st_dev == files[fd].dev && s->st_ino == files[fd].ino;
  errno = kept;
  if (!same) files[fd].known = 0;
  return same;
}

static int opened(const char *path, int flags, mode_t mode) {
  if (!inRoot(path)) return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  int changes = flags & (O_CREAT | O_TRUNC);
  if (!changes) {
    int fd = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    know(fd);
    return fd;
  }
  lock();
  struct stat was;
  int existed = stat(path, &was) == 0;
  int fd = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  int kept = errno;
  if (fd >= 0) {
    const char *name;
    ino_t folder = folderOf(path, &name);
    know(fd);
    if (!existed) note(CREATE, folder, files[fd].ino, 0, name, NULL, NULL, 0);
    else if ((flags & O_TRUNC) && was.st_size > 0) note(TRUNCATE, was.st_ino, 0, 0, NULL, NULL, NULL, 0);
  }
  errno = kept;
  unlock();
  return fd;
}
#define MODE mode_t mode = 0; if (flags & (O_CREAT | __O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }
int open(const char *path, int flags, ...) { MODE return opened(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return opened(path, flags, mode); }
int __open_2(const char *path, int flags) { return opened(path, flags, 0); }
int __open64_2(const char *path, int flags) { return opened(path, flags, 0); }
static int openedAt(int folder, const char *path, int flags, mode_t mode) {
  if (folder == AT_FDCWD || path[0] == '/') return opened(path, flags, mode);
  return syscall(SYS_openat, folder, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) { MODE return openedAt(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE return openedAt(folder, path, flags, mode); }
int creat(const char *path, mode_t mode) { return opened(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return opened(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int close(int fd) {
  if (fd == logFd && control) return 0;
  if (fd >= 0 && fd < MOST) files[fd].known = 0;
  return syscall(SYS_close, fd);
}

static ssize_t written(int fd, const struct iovec *parts, int count, off_t at) {
  struct stat s;
  int positioned = at >= 0;
  if (!isKnown(fd, &s)) return positioned ? syscall(SYS_pwritev, fd, parts, count, at, 0L) : syscall(SYS_writev, fd, parts, count);
  lock();
  if (!positioned || (fcntl(fd, F_GETFL) & O_APPEND)) {
    fstat(fd, &s);
    at = (fcntl(fd, F_GETFL) & O_APPEND) ? s.st_size : lseek(fd, 0, SEEK_CUR);
  }
  ssize_t done = positioned ? syscall(SYS_pwritev, fd, parts, count, at, 0L) : syscall(SYS_writev, fd, parts, count);
  int kept = errno;
  for (ssize_t rest = done; rest > 0; parts++) {
    ssize_t some = (ssize_t)parts->iov_len < rest ? (ssize_t)parts->iov_len : rest;
    if (some > 0) note(WRITE, files[fd].ino, at, 0, NULL, NULL, parts->iov_base, some);
    at += some;
    rest -= some;
  }
  errno = kept;
  unlock();
  return done;
}
ssize_t write(int fd, const void *data, size_t length) {
  struct stat s;
  if (!isKnown(fd, &s)) return syscall(SYS_write, fd, data, length);
  struct iovec one = {(void *)data, length};
  return written(fd, &one, 1, -1);
}
ssize_t pwrite(int fd, const void *data, size_t length, off_t at) {
  struct stat s;
  if (!isKnown(fd, &s)) return syscall(SYS_pwrite64, fd, data, length, at);
  struct iovec one = {(void *)data, length};
  return written(fd, &one, 1, at);
}
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at) { return pwrite(fd, data, length, at); }
ssize_t writev(int fd, const struct iovec *parts, int count) { return written(fd, parts, count, -1); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return written(fd, parts, count, at); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) { return written(fd, parts, count, at); }
ssize_t pwritev2(int fd, const struct iovec *parts, int count, off_t at, int flags) { (void)flags; return written(fd, parts, count, at); }
ssize_t pwritev64v2(int fd, const struct iovec *parts, int count, off64_t at, int flags) { (void)flags; return written(fd, parts, count, at); }

static int cutTo(int fd, off_t length) {
  struct stat s;
  if (!isKnown(fd, &s)) return syscall(SYS_ftruncate, fd, length);
  lock();
  int failed = syscall(SYS_ftruncate, fd, length);
  if (!failed) note(TRUNCATE, s.st_ino, length, 0, NULL, NULL, NULL, 0);
  unlock();
  return failed;
}
int ftruncate(int fd, off_t length) { return cutTo(fd, length); }
int ftruncate64(int fd, off64_t length) { return cutTo(fd, length); }
int truncate(const char *path, off_t length) {
  if (!inRoot(path)) return syscall(SYS_truncate, path, length);
  lock();
  int failed = syscall(SYS_truncate, path, length);
  if (!failed) { struct stat s; if (stat(path, &s) == 0) note(TRUNCATE, s.st_ino, length, 0, NULL, NULL, NULL, 0); }
  unlock();
  return failed;
}
int truncate64(const char *path, off64_t length) { return truncate(path, length); }
static int longer(int fd, int how, off_t at, off_t length) {
  struct stat s;
  if (!isKnown(fd, &s)) return syscall(SYS_fallocate, fd, how, at, length);
  lock();
  int failed = syscall(SYS_fallocate, fd, how, at, length);
  if (!failed && how == 0 && at + length > s.st_size) note(TRUNCATE, s.st_ino, at + length, 0, NULL, NULL, NULL, 0);
  unlock();
  return failed;
}
int fallocate(int fd, int how, off_t at, off_t length) { return longer(fd, how, at, length); }
int fallocate64(int fd, int how, off64_t at, off64_t length) { return longer(fd, how, at, length); }
int posix_fallocate(int fd, off_t at, off_t length) { return longer(fd, 0, at, length) ? errno : 0; }
int posix_fallocate64(int fd, off64_t at, off64_t length) { return longer(fd, 0, at, length) ? errno : 0; }

static int flushed(int fd, long call) {
  static uint64_t last;
  struct stat s;
  if (!isKnown(fd, &s)) return syscall(call, fd);
  lock();
  uint64_t id = ((uint64_t)getpid() << 28) | ++last;
  note(FLUSH_BEGIN, s.st_ino, id, 0, NULL, NULL, NULL, 0);
  unlock();
  if (flushUs > 0) {
    struct timespec now, pause = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    pause.tv_nsec = (now.tv_nsec / 7 % flushUs) * 1000;
    nanosleep(&pause, NULL);
  }
  lock();
  note(FLUSH_END, s.st_ino, id, 0, NULL, NULL, NULL, 0);
  unlock();
  return 0;
}
int fsync(int fd) { return flushed(fd, SYS_fsync); }
int fdatasync(int fd) { return flushed(fd, SYS_fdatasync); }
int syncfs(int fd) { (void)fd; if (control) { lock(); note(FLUSH_ALL, 0, 0, 0, NULL, NULL, NULL, 0); unlock(); } return 0; }
void sync(void) { syncfs(0); }
int sync_file_range(int fd, off64_t at, off64_t length, unsigned flags) { (void)fd; (void)at; (void)length; (void)flags; return 0; }

int rename(const char *from, const char *to) {
  if (!inRoot(from)) return syscall(SYS_rename, from, to);
  lock();
  const char *n1, *n2;
  ino_t moved = numberOf(from), f1 = folderOf(from, &n1), f2 = folderOf(to, &n2);
  int failed = syscall(SYS_rename, from, to);
  if (!failed) note(RENAME, f1, f2, moved, n1, n2, NULL, 0);
  unlock();
  return failed;
}
int link(const char *from, const char *to) {
  if (!inRoot(to)) return syscall(SYS_link, from, to);
  lock();
  const char *name;
  int failed = syscall(SYS_link, from, to);
  ino_t folder = folderOf(to, &name);
  if (!failed) note(LINK, folder, numberOf(to), 0, name, NULL, NULL, 0);
  unlock();
  return failed;
}
static int removed(const char *path, uint32_t op) {
  long call = op == RMDIR ? SYS_rmdir : SYS_unlink;
  if (!inRoot(path)) return syscall(call, path);
  lock();
  const char *name;
  ino_t gone = numberOf(path), folder = folderOf(path, &name);
  int failed = syscall(call, path);
  if (!failed) note(op, folder, gone, 0, name, NULL, NULL, 0);
  unlock();
  return failed;
}
int unlink(const char *path) { return removed(path, UNLINK); }
int rmdir(const char *path) { return removed(path, RMDIR); }
int mkdir(const char *path, mode_t mode) {
  if (!inRoot(path)) return syscall(SYS_mkdir, path, mode);
  lock();
  const char *name;
  int failed = syscall(SYS_mkdir, path, mode);
  if (!failed) { ino_t folder = folderOf(path, &name); note(MKDIR, folder, numberOf(path), 0, name, NULL, NULL, 0); }
  unlock();
  return failed;
}

/* Streams write inside of the C library. Their content is recorded when they are closed. */
static FILE *streamOf(const char *path, const char *mode, FILE *(*real)(const char *, const char *)) {
  if (!inRoot(path) || !strpbrk(mode, "wa+")) return real(path, mode);
  lock();
  struct stat was;
  int existed = stat(path, &was) == 0;
  FILE *stream = real(path, mode);
  int kept = errno;
  if (stream) {
    const char *name;
    ino_t folder = folderOf(path, &name);
    know(fileno(stream));
    if (!existed) note(CREATE, folder, files[fileno(stream)].ino, 0, name, NULL, NULL, 0);
    else if (strchr(mode, 'w') && was.st_size > 0) note(TRUNCATE, was.st_ino, 0, 0, NULL, NULL, NULL, 0);
  }
  errno = kept;
  unlock();
  return stream;
}
FILE *fopen(const char *path, const char *mode) { REAL(fopen); return streamOf(path, mode, real); }
FILE *fopen64(const char *path, const char *mode) { REAL(fopen64); return streamOf(path, mode, real); }
int fclose(FILE *stream) {
  REAL(fclose);
  struct stat s;
  int fd = fileno(stream);
  if (!isKnown(fd, &s) || (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY) return real(stream);
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  lock();
  fflush(stream);
  int again = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  char *data = NULL;
  if (again >= 0 && fstat(again, &s) == 0 && s.st_size > 0 && (data = malloc(s.st_size))) {
    ssize_t length = syscall(SYS_pread64, again, data, s.st_size, 0L);
    if (length > 0) note(WRITE, s.st_ino, 0, 0, NULL, NULL, data, length);
  }
  free(data);
  if (again >= 0) syscall(SYS_close, again);
  files[fd].known = 0;
  int failed = real(stream);
  unlock();
  return failed;
}
