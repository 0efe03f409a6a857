import { translate } from '../../contract/translate.ts'
import { addressGroup, countAgainst, limits } from '../domain/limits/limits.ts'
import { translateTexts } from '../domain/translate/translateTexts.ts'
import { serve } from '../http/serve.ts'

export const translateRoutes = [
  serve(translate, async ({ app, body, address }) => {
    await countAgainst(app, limits.translatePerAddress, addressGroup(address))
    return {
      translations: await translateTexts(
        app,
        body.inputs.map(({ text }) => text),
        body.outputLang,
      ),
    }
  }),
]
