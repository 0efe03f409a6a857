import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { type readList, refreshList } from '../../../contract/endpoints/lists/projectLists.ts'
import type { ProjectListName } from '../../../contract/reference/projectLists.ts'
import { useOnline } from '../../store/connectivity/useOnline.ts'
import { ask } from '../../sync/ask.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx'
import { downloadList } from './downloadList.ts'
import { useListWords } from './useListWords.ts'

interface ListActionsProps {
  readonly team: string
  readonly list: ProjectListName
  readonly answer: AnswerOf<typeof readList>
  readonly refresh: () => Promise<void>
}

/** What concerns the whole list: import, export, and the connected system. */
export function ListActions({ team, list, answer, refresh }: ListActionsProps) {
  const { t } = useLingui()
  const id = useId()
  const router = useRouter()
  const online = useOnline()
  const words = useListWords()
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { system = '', mayEdit, project } = answer
  const needs = (label: string) => (online ? label : t`${label} (needs a connection)`)
  const failed = (error: unknown) =>
    toast((error instanceof Error && error.message) || t`This did not work. Try again when there is a connection.`, 'error')
  const update = async () => {
    try {
      const { added, changed, removed } = await ask(refreshList, { id: team, list })
      toast(t`Updated: ${added} added, ${changed} changed, ${removed} removed`, 'success')
      await refresh()
    } catch (error) {
      failed(error)
    }
  }
  const download = async (format: 'csv' | 'xlsx') => {
    try {
      const label = (column: string) => (words.columns as Readonly<Record<string, string>>)[column] ?? column
      await downloadList({ team, list, format, title: `${words.titles[list]} ${project}`, label })
    } catch (error) {
      failed(error)
    }
  }
  const items: MenuItem[] = [
    ...(mayEdit
      ? [{ key: 'import', label: t`Import a file`, onPress: () => router.navigate({ href: `/teams/${team}/lists/${list}/import` }) }]
      : []),
    { key: 'csv', label: needs(t`Export as CSV`), disabled: !online, onPress: () => download('csv') },
    { key: 'xlsx', label: needs(t`Export as Excel`), disabled: !online, onPress: () => download('xlsx') },
    ...(mayEdit && system !== '' ? [{ key: 'update', label: needs(t`Update from ${system}`), disabled: !online, onPress: update }] : []),
  ]
  return (
    <>
      <Button ref={anchor} aria-haspopup="menu" aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        {t`Import and export`}
      </Button>
      {open && <Menu id={id} anchor={anchor} label={t`Import and export`} items={items} onClose={() => setOpen(false)} />}
    </>
  )
}
