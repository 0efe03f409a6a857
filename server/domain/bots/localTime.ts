export interface Local {
  /** yyyy-MM-dd */
  readonly day: string
  readonly weekday: string
  /** Minutes since midnight. */
  readonly minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local day and time in a time zone. An unknown zone is read as UTC. */
export function localTime(timezone: string, at: Date): Local {
  let format = formats.get(timezone)
  if (!format) {
    const options = {
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    } as const
    try {
      format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: timezone })
    } catch {
      format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
    }
    formats.set(timezone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    weekday: parts['weekday'] ?? '',
    minute: Number(parts['hour']) * 60 + Number(parts['minute']),
  }
}

export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
