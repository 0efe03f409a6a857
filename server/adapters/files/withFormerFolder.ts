import type { FileStore } from './FileStore.ts'

/**
 * A store with files that are still in another one, until they are moved. New files get into `store`; those that are not
 * there yet are read from `former`.
 */
export function withFormerFolder(store: FileStore, former: FileStore): FileStore {
  return {
    ...store,
    size: async (id) => (await store.size(id)) ?? (await former.size(id)),
    async read(id, range) {
      // The file may be moved between the two questions.
      if ((await former.size(id)) === undefined) return store.read(id, range)
      return former.read(id, range).catch(() => store.read(id, range))
    },
    async remove(id) {
      await store.remove(id)
      await former.remove(id)
    },
    async drop(id) {
      await store.drop(id)
      await former.drop(id)
    },
    async finish(id, expected) {
      const outcome = await store.finish(id, expected)
      // The process may have stopped after it had moved the file, and before the database knew.
      return outcome === 'absent' && (await former.size(id)) === expected.size ? former.finish(id, expected) : outcome
    },
    async *ids() {
      // A file that is moved meanwhile may come twice, but never not at all.
      yield* former.ids()
      for await (const id of store.ids()) if ((await former.size(id)) === undefined) yield id
    },
    older: async (before, part, parts) => [
      ...new Set([...(await store.older(before, part, parts)), ...(await former.older(before, part, parts))]),
    ],
    leftovers: async (before) => [...new Set([...(await store.leftovers(before)), ...(await former.leftovers(before))])],
  }
}
