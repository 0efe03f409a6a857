import { translate } from '../../../contract/endpoints/translate.ts'
import { addressGroup, countAgainst, limits } from '../../domain/limits/limits.ts'
import { translateTexts } from '../../domain/translate/translateTexts.ts'
import { serve } from '../../http/serve.ts'

export const translateRoutes = [
  serve(translate, async ({ app, body, address }) => {
    const characters = body.inputs.reduce((sum, { text }) => sum + text.length, 0)
    await countAgainst(app, limits.translatePerAddress, addressGroup(address), Math.max(1, Math.ceil(characters / 1000)))
    return {
      translations: await translateTexts(
        app,
        body.inputs.map(({ text }) => text),
        body.outputLang,
      ),
    }
  }),
]
