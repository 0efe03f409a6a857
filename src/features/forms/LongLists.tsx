import { Trans } from '@lingui/react/macro'
import { useCallback, useMemo, useState } from 'react'
import { listsOfExpressions } from '../../../contract/forms/lists/listsOfExpressions.ts'
import type { Form } from '../../engine/form.ts'
import { type LongList, ReadList } from '../../store/queries/LookupList.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'

interface LongListsProps {
  readonly form: Form
  readonly settings: unknown
  /** Addresses of the lists that are too long for the page, by name. */
  readonly lists: Readonly<Record<string, string>>
}

/** Loads the long lists that expressions read with `lookup()`, and says so while their values are missing. */
export function LongLists({ form, settings, lists }: LongListsProps) {
  const read = useMemo(() => listsOfExpressions(settings).filter((name) => lists[name] !== undefined), [lists, settings])
  return read.map((name) => <OneList key={name} form={form} name={name} address={lists[name] ?? ''} />)
}

function OneList({ form, name, address }: { readonly form: Form; readonly name: string; readonly address: string }) {
  const [state, setState] = useState<LongList['state']>('loading')
  const take = useCallback(
    (list: LongList) => {
      setState(list.state)
      if (list.state === 'ready' || list.items.length > 0) form.addList(name, list.items)
    },
    [form, name],
  )
  return (
    <>
      <ReadList address={address} onList={take} />
      {state === 'failed' ? (
        <Notice level="warning">
          <Trans>The list {name} could not be loaded, so values from it are missing here. It loads when there is a connection.</Trans>
        </Notice>
      ) : null}
    </>
  )
}
