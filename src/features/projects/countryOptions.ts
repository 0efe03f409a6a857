import { siteCountries, siteTimezones } from '../../../contract/endpoints/projects.ts'

export const countryOptions = Object.entries(siteCountries)
export const timezoneOptions = Object.entries(siteTimezones)
export const timezoneName = (zone: string): string => (siteTimezones as Readonly<Record<string, string>>)[zone] ?? zone
