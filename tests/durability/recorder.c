/* Records what a program does to the files of one folder, in the order in which it happens.

   Preloaded into a server, it writes a tape of records. A record is one line, "KIND SYNCED OFFSET LENGTH NAME",
   and for a write the bytes written:

     C name created    U name removed    W bytes written    T file cut to OFFSET    S file synced
     (for the folder itself, named ".", S means that its names are synced)

   SYNCED is, for S, how many records were on the tape when the sync began: it covers those alone. Each record
   is written under one lock together with what it records, so the tape has one order. Nothing is really
   synced: what a disk would keep is worked out from the tape (disk.py). */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 4096
#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tape = -1;
static char folder[PATH_MAX];
static char *open_files[MOST_FILES]; /* the name in the folder, by file descriptor */
static unsigned long long records;

__attribute__((constructor)) static void begin(void) {
    const char *watched = getenv("RECORD_FOLDER"), *to = getenv("RECORD_TO");
    if (!watched || !to) return;
    snprintf(folder, sizeof folder, "%s", watched);
    tape = open(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void record(char kind, unsigned long long synced, long long offset, const void *bytes, size_t length,
                   const char *name) {
    char head[PATH_MAX + 100];
    int size = snprintf(head, sizeof head, "%c %llu %lld %zu %s\n", kind, synced, offset, length, name);
    struct iovec parts[2] = {{head, size}, {(void *)bytes, length}};
    if (writev(tape, parts, length ? 2 : 1) != (ssize_t)(size + length)) abort();
    records++;
}

/* The name in the folder, "." for the folder itself; NULL for what is elsewhere. */
static const char *watched(const char *path) {
    size_t length = strlen(folder);
    if (tape < 0 || !path || strncmp(path, folder, length)) return NULL;
    if (!path[length]) return ".";
    return path[length] == '/' && !strchr(path + length + 1, '/') ? path + length + 1 : NULL;
}

static const char *name_of(int fd) { return tape >= 0 && fd >= 0 && fd < MOST_FILES ? open_files[fd] : NULL; }

static int opened(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    const char *name = watched(path);
    if (!name) return real(path, flags, mode);
    pthread_mutex_lock(&lock);
    int is_new = access(path, F_OK) != 0;
    int fd = real(path, flags, mode);
    if (fd >= MOST_FILES) abort();
    if (fd >= 0) {
        free(open_files[fd]);
        open_files[fd] = strdup(name);
        if (is_new) record('C', 0, 0, NULL, 0, name);
        else if (flags & O_TRUNC) record('T', 0, 0, NULL, 0, name);
    }
    pthread_mutex_unlock(&lock);
    return fd;
}

#define OPEN(function) \
    int function(const char *path, int flags, ...) { \
        REAL(int, #function, const char *, int, ...); \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        return opened(real, path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    REAL(int, "close", int);
    if (!name_of(fd)) return real(fd);
    pthread_mutex_lock(&lock);
    free(open_files[fd]);
    open_files[fd] = NULL;
    int done = real(fd);
    pthread_mutex_unlock(&lock);
    return done;
}

#define PWRITE(function, offset_type) \
    ssize_t function(int fd, const void *bytes, size_t length, offset_type offset) { \
        REAL(ssize_t, #function, int, const void *, size_t, offset_type); \
        if (!name_of(fd)) return real(fd, bytes, length, offset); \
        pthread_mutex_lock(&lock); \
        ssize_t done = real(fd, bytes, length, offset); \
        if (done > 0) record('W', 0, offset, bytes, done, name_of(fd)); \
        pthread_mutex_unlock(&lock); \
        return done; \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *bytes, size_t length) {
    REAL(ssize_t, "write", int, const void *, size_t);
    if (!name_of(fd)) return real(fd, bytes, length);
    pthread_mutex_lock(&lock);
    off_t offset = lseek(fd, 0, SEEK_CUR);
    ssize_t done = real(fd, bytes, length);
    if (done > 0) record('W', 0, offset, bytes, done, name_of(fd));
    pthread_mutex_unlock(&lock);
    return done;
}

#define TRUNCATE(function, size_type) \
    int function(int fd, size_type size) { \
        REAL(int, #function, int, size_type); \
        if (!name_of(fd)) return real(fd, size); \
        pthread_mutex_lock(&lock); \
        int done = real(fd, size); \
        if (!done) record('T', 0, size, NULL, 0, name_of(fd)); \
        pthread_mutex_unlock(&lock); \
        return done; \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define SYNC(function) \
    int function(int fd) { \
        REAL(int, #function, int); \
        if (!name_of(fd)) return real(fd); \
        pthread_mutex_lock(&lock); \
        unsigned long long begun = records; \
        pthread_mutex_unlock(&lock); \
        usleep(1000); /* as a disk takes its time: others write meanwhile */ \
        pthread_mutex_lock(&lock); \
        record('S', begun, 0, NULL, 0, name_of(fd)); \
        pthread_mutex_unlock(&lock); \
        return 0; \
    }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    const char *name = watched(path);
    if (!name) return real(path);
    pthread_mutex_lock(&lock);
    int done = real(path);
    if (!done) record('U', 0, 0, NULL, 0, name);
    pthread_mutex_unlock(&lock);
    return done;
}
