import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/controls/TextField.tsx'

/** The input that searches a list of choices. */
export function SearchBox({ text, onSearch }: { readonly text: string; readonly onSearch: (text: string) => void }) {
  const { t } = useLingui()
  return (
    <TextField
      type="search"
      aria-label={t`Search`}
      placeholder={t`Search`}
      value={text}
      onChange={(event) => onSearch(event.target.value)}
    />
  )
}
