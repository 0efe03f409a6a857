import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/controls/TextField.tsx'

/** The input that searches people by name or company. */
export function NameSearch({ query, onSearch }: { readonly query: string; readonly onSearch: (query: string) => void }) {
  const { t } = useLingui()
  return (
    <TextField
      type="search"
      autoComplete="off"
      aria-label={t`Name or company`}
      placeholder={t`Name or company`}
      value={query}
      onChange={(event) => onSearch(event.target.value)}
    />
  )
}
