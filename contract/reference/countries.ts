/** Countries of a site (spec/3 §3.8). */
export const countries = [
  { name: 'Australia', value: 'au' },
  { name: 'Canada', value: 'ca' },
  { name: 'United States', value: 'us' },
] as const

/** Time zones of a site (spec/3 §3.8), with their IANA names. */
export const timezones = [
  { name: 'Eastern', value: 'America/New_York' },
  { name: 'Central', value: 'America/Chicago' },
  { name: 'Mountain', value: 'America/Denver' },
  { name: 'Pacific', value: 'America/Los_Angeles' },
  { name: 'Alaska', value: 'America/Anchorage' },
  { name: 'Atlantic', value: 'America/Halifax' },
  { name: 'Perth', value: 'Australia/Perth' },
  { name: 'Adelaide', value: 'Australia/Adelaide' },
  { name: 'Sydney', value: 'Australia/Sydney' },
] as const
