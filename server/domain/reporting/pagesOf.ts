import { withQueryBudget } from '../../storage/queryBudget.ts'

/** Rows of a page, at most. A page takes the embedded database milliseconds: saves of other people run between two pages. */
export const pageSize = 200
/** Bots that are counted together. */
const countedTogether = 25

interface Position {
  readonly at: string
  readonly id: string
}

interface Pages<Bot, Row extends Position> {
  /** The number of rows of each bot, by its id; counting stops at `most`. */
  count(bots: readonly Bot[], most: number): Promise<ReadonlyMap<string, number>>
  /** The rows of these bots, by bot and position; `after` is only given for one bot. */
  read(bots: readonly Bot[], page: { readonly limit: number; readonly after?: Position }): Promise<readonly Row[]>
}

/**
 * Yields the rows of bots in pages: those of several small bots together, those of a large one page by page. A page of
 * several has room for rows that are added after they were counted.
 */
export async function* pagesOf<Bot extends { readonly id: string }, Row extends Position>(
  bots: readonly Bot[],
  { count, read: readNow }: Pages<Bot, Row>,
): AsyncGenerator<readonly Row[]> {
  const read: typeof readNow = (...asked) => withQueryBudget('export', () => readNow(...asked))
  let together: Bot[] = []
  let size = 0
  for (let from = 0; from < bots.length; from += countedTogether) {
    const some = bots.slice(from, from + countedTogether)
    const counts = await count(some, pageSize)
    for (const bot of some) {
      const n = counts.get(bot.id) ?? 0
      if (n >= pageSize) yield* pagesOfOne(bot, read)
      if (n === 0 || n >= pageSize) continue
      if (size + n > pageSize) {
        yield await read(together, { limit: 2 * pageSize })
        together = []
        size = 0
      }
      together.push(bot)
      size += n
    }
  }
  if (together.length > 0) yield await read(together, { limit: 2 * pageSize })
}

async function* pagesOfOne<Bot, Row extends Position>(bot: Bot, read: Pages<Bot, Row>['read']): AsyncGenerator<readonly Row[]> {
  let after: Position | undefined
  for (;;) {
    const page = await read([bot], { limit: pageSize, ...(after && { after }) })
    yield page
    if (page.length < pageSize) return
    after = page.at(-1)
  }
}
