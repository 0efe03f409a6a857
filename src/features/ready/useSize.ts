import { useLingui } from '@lingui/react/macro'

/** Returns how a number of bytes is written, in megabytes. */
export function useSize(): (bytes: number) => string {
  const { i18n } = useLingui()
  return (bytes) =>
    new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 }).format(
      bytes / 1_000_000,
    )
}
