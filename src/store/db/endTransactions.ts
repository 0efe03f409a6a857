/**
 * A browser may keep a page that is left, to show it again at once. In WebKit the transactions of that page then neither go on nor
 * end, and every other page and the service worker wait for them. Ends them while the page is left; a page that is shown
 * again loads again. Browsers with the `freeze` event end such pages themselves, and need none of this.
 */
const open = new Set<IDBTransaction>()
let isLeft = false
let isCut = false

function end(transaction: IDBTransaction): void {
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
  if (isCut) location.reload()
})
export {}
