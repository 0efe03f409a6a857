import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { type Choice, Choices } from './Choices.tsx'
import { SearchBox } from './SearchBox.tsx'

/** From this number of entries on, a list has a search box. */
const searchedFrom = 8
/** Most entries drawn; others are found by the search. */
const mostDrawn = 200

/** A list of choices, with a search box if it is long. */
export function SearchedChoices({
  label,
  choices,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: string | undefined
  readonly onChoose: (key: string) => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = useMemo(
    () => choices.filter(({ key, label: name, note = '' }) => key === chosen || `${name} ${note}`.toLowerCase().includes(wanted)),
    [choices, chosen, wanted],
  )
  return (
    <>
      {choices.length >= searchedFrom && <SearchBox text={text} onSearch={setText} />}
      <Choices label={label} choices={found.slice(0, mostDrawn)} chosen={chosen} onChoose={onChoose} />
      {found.length === 0 && <p role="status">{choices.length === 0 ? t`Nothing here yet` : t`Nothing found`}</p>}
      {found.length > mostDrawn && <p role="status">{t`These are the first ${mostDrawn} of ${found.length}. Search for the others.`}</p>}
    </>
  )
}
