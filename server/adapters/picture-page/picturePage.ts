import { createThreadPool } from '../threads/threadPool.ts'

export interface ThreadQuestion {
  readonly bytes: Uint8Array
}
/** `kind`: neither JPEG nor PNG. `pixels`: more than the limit. `broken`: violates its format. */
export type ThreadAnswer = { readonly pdf: Uint8Array } | { readonly trouble: 'kind' | 'pixels' | 'broken' }

/** One at a time: unpacked, the largest picture takes 300 MB. */
const threads = createThreadPool<ThreadQuestion, ThreadAnswer>({
  built: 'picture-page.js',
  source: new URL('./thread.ts', import.meta.url),
  atOnce: 1,
  mostWaiting: 24,
  milliseconds: 20_000,
  megabytes: 256,
  idle: 30_000,
})

/** A PDF of one page with the picture, made in a thread. @throws ThreadTrouble */
export const picturePage = (bytes: Uint8Array): Promise<ThreadAnswer> => threads.ask({ bytes })
