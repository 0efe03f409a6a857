import { withLazyTexts } from '../../ui/withLazyTexts.ts'
import { controlWithForm } from '../controlWithForm.ts'
import { defineField } from '../defineField.ts'
import { rules } from './rules.ts'

export const video = defineField({
  type: 'video',
  rules: rules,
  group: true,
  Control: controlWithForm(async () => {
    const { VideoField, bringPlayers } = await withLazyTexts(() => import('./VideoField.tsx'))
    await bringPlayers()
    return VideoField
  }),
})
