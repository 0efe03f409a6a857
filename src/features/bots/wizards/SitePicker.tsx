import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { addressOf, endpoint } from '../../../../contract/endpoint.ts'
import { lookupList, newSite } from '../../../../contract/endpoints/lists/lists.ts'
import type { LookupItem } from '../../../../contract/endpoints/pages.ts'
import { countries, timezones } from '../../../../contract/reference/countries.ts'
import { AskFailed, ask } from '../../../sync/ask.ts'
import { EditDialog } from '../../../tables/EditDialog.tsx'
import type { EditValues } from '../../../tables/editField.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { LazyListPicker } from '../../../ui/list-picker/LazyListPicker.tsx'
import type { NewItem } from '../../../ui/list-picker/pickItem.ts'
import { alertDialog } from '../../../ui/overlays/confirmDialog.tsx'

interface SitePickerProps {
  readonly team: string
  readonly items: readonly LookupItem[]
  /** Asks for the list again, so that the screen behind the picker has the new site, too. */
  readonly refresh: () => Promise<void>
  readonly onChoose: (site: LookupItem) => void
}

/** The button that opens the picker of sites, in which a new site can be made. */
export function SitePicker({ team, items, refresh, onChoose }: SitePickerProps) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const reloadList = async () => {
    const again = endpoint({
      method: 'GET',
      path: addressOf(lookupList, { team, lookup: 'sites' }),
      whenOffline: 'refused',
      access: 'signedIn',
    })
    return ((await ask(again)) as { items?: LookupItem[] }).items ?? []
  }
  return (
    <>
      <Button icon="plus" onClick={() => setIsOpen(true)}>{t`Pick or add a site`}</Button>
      {isOpen && (
        <Suspense>
          <LazyListPicker
            config={{
              title: t`Site`,
              items,
              reloadList,
              newForm: ({ saved, cancel }) => <NewSiteDialog team={team} onSaved={saved} onCancel={cancel} />,
            }}
            onPick={([site]) => {
              setIsOpen(false)
              void refresh()
              if (site) onChoose({ id: site.id, label: site.label, ...(site.attributes && { attributes: { ...site.attributes } }) })
            }}
            onCancel={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

interface NewSiteProps {
  readonly team: string
  readonly onSaved: (site: NewItem) => void
  readonly onCancel: () => void
}

/** Saves at once: the picker's list must contain the site before it can be picked. */
function NewSiteDialog({ team, onSaved, onCancel }: NewSiteProps) {
  const { t } = useLingui()
  const required = t`All Fields Required`
  const optionsOf = (list: readonly { readonly name: string; readonly value: string }[]) =>
    list.map(({ name, value }) => [value, name] as const)
  const save = async ({ name = '', timezone = '', country = '' }: EditValues) => {
    try {
      onSaved(await ask(newSite, { team }, { name: name.trim(), timezone, country }))
    } catch (error) {
      const isOffline = error instanceof AskFailed && error.kind !== 'refused'
      await alertDialog(isOffline ? t`There is no connection. Try again when there is one.` : (error as Error).message)
    }
  }
  return (
    <EditDialog
      title={t`New Site`}
      row={undefined}
      fields={[
        { attribute: 'name', label: t`Name`, required, from: () => '' },
        { attribute: 'timezone', label: t`Timezone`, kind: 'select', options: optionsOf(timezones), required, from: () => '' },
        { attribute: 'country', label: t`Country`, kind: 'select', options: optionsOf(countries), required, from: () => '' },
      ]}
      onSave={save}
      onClose={onCancel}
    />
  )
}
