import { useLingui } from '@lingui/react/macro'

/** Returns how a point in time is written: date and time, in the person's language. */
export function useTimeText(): (at: number | string) => string {
  const { i18n } = useLingui()
  return (at) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
}
