let standing: Promise<void> = Promise.resolve()

/** Resolves when the first screen is there, in the place of a form that public/guard.js has drawn. Until then other work waits. */
export const whenStanding = (): Promise<void> => standing

/** Called before the first render. Returns the function that says that its screen is there. */
export function startFirstScreen(): () => void {
  let end: () => void = () => undefined
  standing = new Promise((resolve) => {
    end = resolve
  })
  return end
}
