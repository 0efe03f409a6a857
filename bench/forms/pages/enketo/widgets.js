import date from 'enketo-core/src/widget/date-native/datepicker-native'
import decimal from 'enketo-core/src/widget/number-input/decimal-input'
import integer from 'enketo-core/src/widget/number-input/integer-input'
import radio from 'enketo-core/src/widget/radio/radiopicker'

export default [date, radio, decimal, integer]
