/**
 * A browser may keep a page that is left, to show it again at once. In WebKit the transactions of that page then neither go on nor
 * end, and every other page and the service worker wait for them. Ends them while the page is left, and those that begin
 * then, such as the last write of a draft. A page that is shown again loads again if `mayReload` resolves to true; it is
 * asked when transactions work again, so that it can store what was typed. Browsers with the `freeze` event end such pages
 * themselves, and need none of this.
 */
export function endTransactions(mayReload: () => Promise<boolean>, reload = () => location.reload()): void {
  const open = new Set<IDBTransaction>()
  let isLeft = false
  let isCut = false

  const end = (transaction: IDBTransaction) => {
    isCut = true
    try {
      transaction.abort()
    } catch {
      // It has ended by itself.
    }
  }

  const { transaction: begin } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...parts) {
    const begun = begin.apply(this, parts)
    open.add(begun)
    const ended = () => void open.delete(begun)
    begun.addEventListener('complete', ended)
    begun.addEventListener('abort', ended)
    if (isLeft) end(begun)
    return begun
  }

  addEventListener('pagehide', ({ persisted }: PageTransitionEvent) => {
    isLeft = persisted
    if (isLeft) for (const transaction of [...open]) end(transaction)
  })
  addEventListener('pageshow', () => {
    isLeft = false
    if (isCut) void mayReload().then((may) => may && reload())
  })
}
