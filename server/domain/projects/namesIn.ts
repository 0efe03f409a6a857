/**
 * Returns the names in `include` and `property` in any spelling (decision OQ-179): `team.members`, `members`
 * and `members.json` are equal.
 */
export function namesIn(several: string | readonly string[] | undefined): ReadonlySet<string> {
  return new Set(
    [several ?? []]
      .flat()
      .flatMap((one) => one.split(','))
      .map((one) =>
        one
          .trim()
          .replace(/\.json$/, '')
          .replace(/^(?:team|user)\./, ''),
      )
      .filter(Boolean),
  )
}
