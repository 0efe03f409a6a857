// Writes src/lib/phone-metadata.json: the numbering plans of the countries that the mobile field accepts
// (spec/1 §5), 3 kB instead of 99 kB. Run it after an update of libphonenumber-js.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const countries = ['US', 'CA', 'AU', 'GB']

/** Returns the part of libphonenumber's mobile metadata for the given countries. */
export function slice(all, keep = countries) {
  return {
    version: all.version,
    country_calling_codes: Object.fromEntries(
      Object.entries(all.country_calling_codes)
        .map(([code, list]) => [code, list.filter((country) => keep.includes(country))])
        .filter(([, list]) => list.length > 0),
    ),
    countries: Object.fromEntries(keep.map((country) => [country, all.countries[country]])),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const all = JSON.parse(readFileSync(new URL('../node_modules/libphonenumber-js/metadata.mobile.json', import.meta.url), 'utf8'))
  writeFileSync(new URL('../src/lib/phone-metadata.json', import.meta.url), `${JSON.stringify(slice(all))}\n`)
}
