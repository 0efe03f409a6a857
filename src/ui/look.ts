// All styles: tokens, global styles, fonts, motion and the classes of native controls. The kit's sheet
// declares the layers.
import './theme/kit.css'
import './theme/fonts.css'
import './theme/motion.css'
import './theme/access.css'
import './controls/controls.module.css'
