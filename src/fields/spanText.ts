import { plural } from '@lingui/core/macro'

/** 45 → '45 mins', 90 → '1.5 hours', in the user's language. */
export function spanText(minutes: number, language: string): string {
  if (minutes < 60) return plural(minutes, { one: '# min', other: '# mins' })
  const hours = minutes / 60
  const shown = new Intl.NumberFormat(language).format(hours)
  return hours === 1 ? plural(1, { one: '# hour', other: '# hours' }) : plural(hours, { one: `${shown} hour`, other: `${shown} hours` })
}
