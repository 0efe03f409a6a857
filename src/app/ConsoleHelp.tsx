import { HelpLaunchers } from '../features/help/HelpLaunchers.tsx'

/** The place of the console's own help at the end of its bar, and whatever help the server names for other places. */
export function ConsoleHelp() {
  return (
    <>
      <span data-help="console" />
      <HelpLaunchers />
    </>
  )
}
