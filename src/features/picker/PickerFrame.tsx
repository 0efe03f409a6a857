import { lazy, type ReactNode, Suspense } from 'react'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { LookupList, type LongList } from '../../store/queries/LookupList.tsx'
import type { OnPick, PickConfig } from '../../ui/list-picker/pickItem.ts'
import { usePicker } from './usePicker.ts'

/** The creation form loads every field type, so load it only after a press on "New Site". */
const NewItemForm = lazy(() => import('./NewItemForm.tsx').then((module) => ({ default: module.NewItemForm })))

interface FrameProps extends RootScreenProps {
  readonly children: (parts: { config: PickConfig; pick: OnPick; leave(): void }) => ReactNode
}

/**
 * The shared part of both picker screens: the list (from the page, or loaded separately if it is too long),
 * and the form behind "New Site".
 */
export function PickerFrame(props: FrameProps) {
  const address = Object.values(props.data.lists ?? {})[0]
  if (address === undefined) return <Parts {...props} long={undefined} />
  return <LookupList address={address}>{(long) => <Parts {...props} long={long} />}</LookupList>
}

function Parts({ children, long, ...props }: FrameProps & { readonly long: LongList | undefined }) {
  const { config, pick, leave } = usePicker(props, long)
  const { newForm, newFormSave } = props.data.componentConfig ?? {}
  const withForm: PickConfig =
    newForm && newFormSave
      ? {
          ...config,
          newForm: ({ saved, cancel }) => (
            <Suspense>
              <NewItemForm
                fields={newForm as NodeSetting[]}
                address={newFormSave}
                title={config.newLabel}
                onSaved={saved}
                onCancel={cancel}
              />
            </Suspense>
          ),
        }
      : config
  return children({ config: withForm, pick, leave })
}
