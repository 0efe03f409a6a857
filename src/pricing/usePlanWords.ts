import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'

/**
 * Returns a function that translates plans, their features and the lines of their invoices. The server and
 * the card provider send them in English; unknown texts (a plan of the provider's own) stay unchanged.
 */
export function usePlanWords(): (text: string) => string {
  const { t, i18n } = useLingui()
  return useMemo(() => {
    const n = (text = '') => i18n.number(Number(text.replaceAll(',', '')))
    const known: Readonly<Record<string, string>> = {
      'Manpower Crew': t`Manpower Crew`,
      'Manpower Site': t`Manpower Site`,
      'Manpower Company': t`Manpower Company`,
      'Orientations Starter': t`Orientations Starter`,
      'Orientations Site': t`Orientations Site`,
      'Orientations Company': t`Orientations Company`,
      'Typical Crew': t`Typical Crew`,
      'Typical Site': t`Typical Site`,
      'Typical Company': t`Typical Company`,
      'Free Trial': t`Free Trial`,
      'Most Popular': t`Most Popular`,
      'Daily manpower by text message': t`Daily manpower by text message`,
      'Daily notes': t`Daily notes`,
      'Written to your daily log': t`Written to your daily log`,
      'Site orientations in every language': t`Site orientations in every language`,
      'Signed records and certificates': t`Signed records and certificates`,
      'Everything in Manpower and Orientations': t`Everything in Manpower and Orientations`,
      'Site sign-in, permits and hazards': t`Site sign-in, permits and hazards`,
      'Kiosks and the muster list': t`Kiosks and the muster list`,
      Broadcast: t`Broadcast`,
      'Broadcast, per person': t`Broadcast`,
      'People beyond the plan': t`People beyond the plan`,
      'Messages beyond the plan': t`Messages beyond the plan`,
    }
    const patterns: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
      [
        /^Up to ([\d,]+) people on site, ([\d,]+) of them foremen or supers$/,
        (people, foremen) => t`Up to ${n(people)} people on site, ${n(foremen)} of them foremen or supers`,
      ],
      [/^([\d,]+) messages each month$/, (messages) => t`${n(messages)} messages each month`],
      [/^Unused time on (.+)$/, (plan = '') => t`Unused time on ${say(plan)}`],
      [/^Remaining time on (.+)$/, (plan = '') => t`Remaining time on ${say(plan)}`],
    ]
    const say = (text: string): string => {
      const exact = known[text]
      if (exact !== undefined) return exact
      for (const [pattern, words] of patterns) {
        const found = pattern.exec(text)
        if (found) return words(...found.slice(1))
      }
      return text
    }
    return say
  }, [i18n, t])
}
