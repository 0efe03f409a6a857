import { builtSnapshot, makeSnapshot } from '../server/storage/embedded/snapshot.ts'

await makeSnapshot(builtSnapshot)
