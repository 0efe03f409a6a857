/** The arguments of Node with which an operator starts the server (`npm start`, a release, the image). */
export const serverArgs = [
  // Without these V8 lets the heap grow to several times what the server needs (decision 0164).
  '--max-semi-space-size=16',
  '--heap-growing-percent=50',
]

/** The same for `npm start` with the embedded database: the memory of PostgreSQL is in the process, and saves wait for the disk. */
export const embeddedArgs = ['--max-semi-space-size=8', '--heap-growing-percent=50']

/** Settings of the process with which an operator starts it: glibc otherwise keeps memory of its own for each thread. */
export const serverEnv = { MALLOC_ARENA_MAX: '2' }
