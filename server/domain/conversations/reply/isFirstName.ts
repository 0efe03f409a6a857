/** First names and nicknames on sites in English, Spanish and Portuguese, in lower case and without accents. */
const names = `aaron abel abraham adam adan adilson adrian ailton alan alberto aldo alejandro alex alexandre alfredo allan almir alvaro andre andrea
  andres andrew andy angel anderson anibal ana anthony antonio armando arnaldo arturo ben benito benny bernardo beto billy bob bobby brad brandon
  brayan brian bruno bryan cadu caio carl carla carlos cesar charlie chad chava chris christian chuck chucho chuy claudio cleber cleiton cody cristian
  dan daniel danilo danny dario dave david deivid dennis derek diego donnie doug duane dustin earl ed eddie edgar edilson edson eduardo edwin efrain eli
  elias elmer emerson emilio enrique eric erick ernesto esteban evandro evan everton fabian fabio felipe felix fernando fidel flavio francisco frank frankie
  fred freddy gabriel gary george geraldo gerardo german gilberto gilson givaldo gonzalo greg guillermo gus gustavo hank harry hector heitor henrique henry
  hugo humberto ian ignacio igor isaac isaias ismael israel ivan jack jackson jacob jaime jair jairo jake james jason javier jeff jefferson jeremy jerry jesse
  jesus jim jimmy joao joaquim joaquin joe joel joey john johnny jon jonas jonathan jordan jorge jose joseph josh josue juan juca julian justin
  keith kelvin ken kenny kevin kyle lalo larry leandro lee leo leonardo leonel lorenzo lou lucas luciano lucio luis luiz lupe manny manolo manuel marcelo
  marcio marcos marcus mario martin marvin mateo matt matthew mauricio mauro melvin memo michael mickey miguel mike milton misael moises monica
  nacho nando nate nathan nelson nestor nick nico nicolas noe norberto octavio omar orlando oscar osmar osvaldo otavio pablo paco pancho pat patricio paul
  paulo pedro pepe pete peter phil poncho quique rafa rafael ralph ramiro ramon randy raul ray raymond reginaldo renato rene ricardo richard rick ricky
  rigo rob robert roberto robin robson rodolfo rodrigo roger rogelio rogerio roland roman romario ron ronaldo ronny ruben rudy russ ryan salvador sam
  samuel santiago santos scott sebastiao sebastian sergio severino shane shawn silvio simao stan steve steven tadeu ted terry thiago tiago tim timmy tito
  todd tom tomas tommy tonho toni toninho tono tony travis troy tyler valdeci valdir vance vanderlei vicente victor vinicius vitor wagner walt walter wanderson
  washington wayne wellington wendell wes wesley william willy wilmer wilson xavier yair zach ze zeca zeze`

const known = new Set(names.split(/\s+/u))

/** Returns whether a word in lower case is a first name. */
export const isFirstName = (word: string): boolean => known.has(word)
