import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo, useState } from 'react'
import { endpoint } from '../../../contract/endpoint.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import type { FieldProps } from '../defineField.ts'
import { fieldId } from '../fieldId.ts'
import { useText, useValue } from '../useField.ts'
import { countFiles, treeOf } from './treeOf.ts'
import * as controls from '../../ui/controls/controls.module.css'

const FileBrowser = lazy(() => import('./FileBrowser.tsx').then((module) => ({ default: module.FileBrowser })))

/** Opens folders and files in full screen: a list of the record, or one from the server. */
export function TreeviewField(props: FieldProps<'treeview'>) {
  return props.setting.url === undefined ? <OfRecord {...props} /> : <OfServer {...props} />
}

function OfRecord(props: FieldProps<'treeview'>) {
  const value = useValue(props.form, props.setting.attribute ?? '')
  return <Files {...props} value={value} state="ready" />
}

function OfServer(props: FieldProps<'treeview'>) {
  const { t } = useLingui()
  const path = useText(props.form, props.node, props.setting.url ?? '')
  // Only lists of this server: they are cached on the device, and no other site learns who looks.
  if (!/^\/api\/[^?#\s]+(?:\?[^#\s]*)?$/.test(path))
    return <p className={controls.value}>{t`The list of files has no address on this server.`}</p>
  return <Listed {...props} path={path} />
}

function Listed({ path, ...props }: FieldProps<'treeview'> & { readonly path: string }) {
  const call = useMemo(() => endpoint({ method: 'GET', path, whenOffline: 'cached', access: 'link' }), [path])
  const { data, state, refresh } = useCached(call)
  return <Files {...props} value={data} state={state} onRetry={refresh} />
}

interface FilesProps extends FieldProps<'treeview'> {
  readonly value: unknown
  readonly state: 'loading' | 'ready' | 'failed'
  onRetry?(): Promise<void>
}

function Files({ form, node, setting, value, state, onRetry }: FilesProps) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const tree = useMemo(() => treeOf(value, i18n.locale), [value, i18n.locale])
  const count = countFiles(tree)
  const id = fieldId(form, node)
  if (state === 'loading') return <p className={controls.value} role="status">{t`Loading the list of files…`}</p>
  if (state === 'failed') {
    return (
      <>
        <p className={controls.value}>{t`The list of files is not on this device and can't be reached.`}</p>
        <Button id={id} icon="refresh" onClick={onRetry}>
          {t`Try again`}
        </Button>
      </>
    )
  }
  if (count === 0) return <p className={controls.value}>{setting.emptyMessage ?? t`No files`}</p>
  const title = setting.label ?? t`Files`
  return (
    <>
      <Button id={id} icon="archive" full onClick={() => setOpen(true)}>
        {setting.openLabel ?? plural(count, { one: 'Open # file', other: 'Open # files' })}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <FileBrowser title={title} tree={tree} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
