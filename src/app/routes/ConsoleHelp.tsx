import { HelpLaunchers } from '../../features/help/HelpLaunchers.tsx'

/** The console's own help at the end of its bar, and the help that the server defines for other places. */
export function ConsoleHelp() {
  return (
    <>
      <span data-help="console" />
      <HelpLaunchers />
    </>
  )
}
