import { chakra } from '../chakra.ts'
import { cardRecipe } from '../theme/recipes.ts'

/** A quiet box on the page; `padding`: site (default), desk, none. */
export const Card = chakra('section', cardRecipe)
