/** Returns whether a time of the day (HH:mm) is in the quiet hours, which may go over midnight. The same time twice: no quiet hours. */
export const isQuiet = ({ from, until }: { readonly from: string; readonly until: string }, clock: string): boolean =>
  from > until ? clock >= from || clock < until : clock >= from && clock < until
