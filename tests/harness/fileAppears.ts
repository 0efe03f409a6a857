import { watch } from 'node:fs'

/** Resolves when a file or folder with this name appears in a folder, which exists. */
export const fileAppears = (folder: string, name: string): Promise<void> =>
  new Promise((resolve) => {
    const watcher = watch(folder, (_, changed) => {
      if (changed !== name) return
      watcher.close()
      resolve()
    })
  })
