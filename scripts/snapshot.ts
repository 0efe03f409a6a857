import { builtSnapshot, makeSnapshot } from '../server/storage/embedded/makeSnapshot.ts'

await makeSnapshot(builtSnapshot)
