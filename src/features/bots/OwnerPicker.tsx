import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { getProject, pageOfOwners } from '../../../contract/endpoints/projects.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { searchDelay, useSettled } from '../../ui/table/useTable.ts'
import { type Choice, Choices } from './Choices.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SearchedChoices } from './SearchedChoices.tsx'
import { ownerChoices } from './withBotChange.ts'

interface OwnerPickerProps {
  readonly team: string
  readonly label: string
  /** uid of a member who is not offered: the present owner. */
  readonly except?: string | undefined
  readonly chosen: string | undefined
  readonly onChoose: (uid: string) => void
}

/** The members of a project who may own its bots. A long list is searched by the server. */
export function OwnerPicker(props: OwnerPickerProps) {
  const { t } = useLingui()
  const { team, label, except, chosen, onChoose } = props
  const cached = useCached(getProject, { id: team }, pageOfOwners)
  const { choicesOf } = useOwnerChoices(except)
  return (
    <Answered cached={cached}>
      {({ members = [], moreMembers }) => {
        const choices = choicesOf(members)
        if (moreMembers !== undefined) return <SearchedOwners {...props} first={choices} />
        if (choices.length === 0) return <p>{t`No other person in this project can own bots. Invite a member first.`}</p>
        return <SearchedChoices label={label} chosen={chosen} onChoose={onChoose} choices={choices} />
      }}
    </Answered>
  )
}

function useOwnerChoices(except: string | undefined) {
  const { t } = useLingui()
  const choicesOf = (members: Parameters<typeof ownerChoices>[0]): Choice[] =>
    ownerChoices(members)
      .filter(({ uid }) => uid === undefined || uid !== except)
      .map(({ key, label, uid }) => ({
        key: uid ?? key,
        label,
        ...(uid === undefined && { disabled: true, note: t`User needs to login to assign as owner` }),
      }))
  return { choicesOf }
}

/** `first`: the choices without a search. */
function SearchedOwners({ team, label, except, chosen, onChoose, first }: OwnerPickerProps & { readonly first: readonly Choice[] }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  // Stays in sight while others are searched.
  const [picked, setPicked] = useState<Choice>()
  const words = useSettled(text.trim(), searchDelay)
  const cached = useCached(getProject, { id: team }, { ...pageOfOwners, ...(words !== '' && { membersNamed: words }) })
  const { choicesOf } = useOwnerChoices(except)
  const shown = (found: readonly Choice[]) => {
    const own = picked?.key === chosen ? picked : first.find(({ key }) => key === chosen)
    return own && !found.some(({ key }) => key === own.key) ? [own, ...found] : found
  }
  return (
    <>
      <SearchBox text={text} onSearch={setText} />
      <Answered cached={cached}>
        {({ members = [], moreMembers }) => {
          const found = choicesOf(members)
          return (
            <>
              <Choices
                label={label}
                choices={shown(found)}
                chosen={chosen}
                onChoose={(key) => {
                  setPicked(found.find((one) => one.key === key))
                  onChoose(key)
                }}
              />
              {found.length === 0 && <p role="status">{t`Nothing found`}</p>}
              {moreMembers !== undefined && <p role="status">{t`There are more people. Search for a name to find them.`}</p>}
            </>
          )
        }}
      </Answered>
    </>
  )
}
