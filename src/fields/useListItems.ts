import { useContext, useState } from 'react'
import type { LookupItem } from '../../contract/endpoints/pages.ts'
import type { Form } from '../engine/form.ts'
import type { LongList } from '../store/queries/LookupList.tsx'
import { FormHostContext } from './useFormHost.ts'

const none: readonly LookupItem[] = []

/** The items of a list: of the page, or loaded on demand from `address`. */
export function useListItems(form: Form, list: string) {
  const host = useContext(FormHostContext)
  const near = form.lookups[list]
  const address = near ? undefined : host?.lists?.[list]
  const [far, setFar] = useState<LongList>()
  return {
    address,
    setFar,
    items: near ?? far?.items ?? none,
    failed: far?.state === 'failed',
    /** For the picker. */
    loading: {
      loading: address !== undefined && (far === undefined || far.state === 'loading'),
      ...(address !== undefined && far && { refresh: far.refresh }),
    },
  }
}
