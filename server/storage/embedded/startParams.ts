import { PGlite } from '@electric-sql/pglite'

/** PostgreSQL's own defaults would use 128 MB of the WASM memory for buffers, and `-F` turns fsync off. */
export const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries({
    fsync: 'on',
    // Emscripten's fdatasync does nothing.
    wal_sync_method: 'fsync',
    // A checkpoint of PostgreSQL in the middle of a save would block all callers; startUpkeep.ts makes one
    // earlier.
    max_wal_size: '384MB',
    min_wal_size: '64MB',
    shared_buffers: '16MB',
    work_mem: '4MB',
    maintenance_work_mem: '16MB',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]
