import { type ComponentType, lazy } from 'react'
import type { RootScreenProps } from '../engine/host.ts'
import { withTexts } from './i18n.ts'

type Screen = ComponentType<RootScreenProps>

const fullForm: Screen = lazy(() => import('../features/forms/AutomationForm.tsx').then((module) => ({ default: module.AutomationForm })))
const picker: Screen = lazy(() =>
  withTexts(() => import('../features/picker/PickerScreen.tsx')).then((module) => ({ default: module.PickerScreen })),
)

/** The names that the server may put in `component` of its page data, and the screens that they mean. */
const screens: Readonly<Record<string, Screen>> = {
  automationForm: fullForm,
  manpowerCollection: fullForm,
  automationExecutionForm: lazy(() =>
    import('../features/forms/AutomationExecutionForm.tsx').then((module) => ({ default: module.AutomationExecutionForm })),
  ),
  automationExecutionMinform: lazy(() =>
    import('../features/forms/AutomationExecutionMinform.tsx').then((module) => ({ default: module.AutomationExecutionMinform })),
  ),
  responsiveDialog: lazy(() => import('../features/forms/ResponsiveDialog.tsx').then((module) => ({ default: module.ResponsiveDialog }))),
  picker,
  dialogPicker: lazy(() =>
    withTexts(() => import('../features/picker/DialogPicker.tsx')).then((module) => ({ default: module.DialogPicker })),
  ),
  tasks: lazy(() => withTexts(() => import('../features/tasks/TasksScreen.tsx')).then((module) => ({ default: module.TasksScreen }))),
  records: lazy(() =>
    withTexts(() => import('../features/records/RecordsScreen.tsx')).then((module) => ({ default: module.RecordsScreen })),
  ),
}

/** Undefined for a name that this version does not know; the page shell says so. */
export const rootScreen = (component: string): Screen | undefined => (Object.hasOwn(screens, component) ? screens[component] : undefined)
