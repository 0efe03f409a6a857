import type { Words } from './taskKinds.ts'

/** A short toolbox talk: points to read aloud, and one question that checks the understanding. */
export interface BuiltInTalk {
  readonly name: Words
  readonly points: readonly Words[]
  readonly check: Words
  /** The first answer is correct. */
  readonly answers: readonly Words[]
}

export const builtInTalks: readonly BuiltInTalk[] = [
  {
    name: ['Ladders', 'Escaleras', 'Escadas'],
    points: [
      [
        'Look at the ladder before you climb: rails, rungs, feet.',
        'Revise la escalera antes de subir: largueros, peldaños, patas.',
        'Olhe a escada antes de subir: montantes, degraus, pés.',
      ],
      [
        'Set it on firm, level ground, one out for every four up.',
        'Póngala en piso firme y nivelado, uno afuera por cada cuatro de alto.',
        'Apoie em chão firme e nivelado, um para fora a cada quatro de altura.',
      ],
      [
        'Tie it off and let it stand 3 ft (1 m) above the landing.',
        'Amárrela y deje que pase 1 m arriba del descanso.',
        'Amarre e deixe passar 1 m acima do patamar.',
      ],
      [
        'Three points of contact, belt buckle between the rails.',
        'Tres puntos de contacto, la hebilla entre los largueros.',
        'Três pontos de contato, a fivela entre os montantes.',
      ],
    ],
    check: [
      'How far should a ladder stand above the landing?',
      '¿Cuánto debe pasar la escalera arriba del descanso?',
      'Quanto a escada deve passar acima do patamar?',
    ],
    answers: [
      ['3 ft (1 m)', '1 m', '1 m'],
      ['Level with it', 'A ras', 'Rente'],
      ['One hand', 'Una mano', 'Um palmo'],
    ],
  },
  {
    name: ['Working at height', 'Trabajo en altura', 'Trabalho em altura'],
    points: [
      [
        'Guardrails first; a harness is for where none can stand.',
        'Primero barandas; el arnés es para donde no se pueden poner.',
        'Primeiro guarda-corpos; o cinto é para onde não dá para pôr.',
      ],
      [
        'Check webbing, buckles and hooks every morning.',
        'Revise correas, hebillas y ganchos cada mañana.',
        'Verifique fitas, fivelas e ganchos toda manhã.',
      ],
      [
        'Tie off above your shoulders, to something that holds a car.',
        'Engánchese arriba de los hombros, a algo que aguante un carro.',
        'Prenda-se acima dos ombros, em algo que aguente um carro.',
      ],
      [
        'Know who fetches you down: hanging is dangerous within minutes.',
        'Sepa quién lo baja: colgar es peligroso en minutos.',
        'Saiba quem vai tirar você: ficar pendurado é perigoso em minutos.',
      ],
    ],
    check: ['What comes first?', '¿Qué va primero?', 'O que vem primeiro?'],
    answers: [
      ['Guardrails', 'Barandas', 'Guarda-corpos'],
      ['Harness', 'Arnés', 'Cinto'],
      ['Warning tape', 'Cinta de aviso', 'Fita de aviso'],
    ],
  },
  {
    name: ['Heat', 'Calor', 'Calor'],
    points: [
      [
        'Drink a cup of water every 20 minutes, before you are thirsty.',
        'Tome un vaso de agua cada 20 minutos, antes de tener sed.',
        'Beba um copo de água a cada 20 minutos, antes de ter sede.',
      ],
      [
        'Rest in the shade; new people begin with short turns.',
        'Descanse en la sombra; los nuevos empiezan con turnos cortos.',
        'Descanse na sombra; quem é novo começa com turnos curtos.',
      ],
      [
        'Headache, cramps, dizzy: stop and tell somebody.',
        'Dolor de cabeza, calambres, mareo: pare y avise.',
        'Dor de cabeça, cãibra, tontura: pare e avise.',
      ],
      [
        'Confused or no sweat: call for help at once and cool with water.',
        'Confusión o sin sudor: pida ayuda de inmediato y enfríe con agua.',
        'Confusão ou sem suor: peça ajuda na hora e resfrie com água.',
      ],
    ],
    check: [
      'Somebody is confused and does not sweat. What first?',
      'Alguien está confundido y no suda. ¿Qué primero?',
      'Alguém está confuso e não sua. O que primeiro?',
    ],
    answers: [
      ['Call for help and cool them', 'Pedir ayuda y enfriarlo', 'Pedir ajuda e resfriar'],
      ['Let them rest alone', 'Dejarlo descansar solo', 'Deixar descansar sozinho'],
      ['Send them home', 'Mandarlo a casa', 'Mandar para casa'],
    ],
  },
  {
    name: ['Moving machines', 'Máquinas en movimiento', 'Máquinas em movimento'],
    points: [
      [
        'The operator can not see you until you see his eyes.',
        'El operador no lo ve hasta que usted vea sus ojos.',
        'O operador não vê você até você ver os olhos dele.',
      ],
      [
        'Use the walkway; never pass behind a machine.',
        'Use el paso peatonal; nunca pase detrás de una máquina.',
        'Use a passagem de pedestres; nunca passe atrás da máquina.',
      ],
      [
        'One signal person; everybody may give the stop sign.',
        'Un solo señalero; cualquiera puede dar la señal de alto.',
        'Um só sinaleiro; qualquer um pode dar o sinal de parar.',
      ],
      [
        'Stay out of the swing: arm length plus two steps.',
        'Fuera del giro: el largo del brazo más dos pasos.',
        'Fora do giro: o comprimento do braço mais dois passos.',
      ],
    ],
    check: ['Who may give the stop sign?', '¿Quién puede dar la señal de alto?', 'Quem pode dar o sinal de parar?'],
    answers: [
      ['Everybody', 'Cualquiera', 'Qualquer um'],
      ['Only the signal person', 'Solo el señalero', 'Só o sinaleiro'],
      ['Only the foreman', 'Solo el mayordomo', 'Só o encarregado'],
    ],
  },
  {
    name: ['Silica dust', 'Polvo de sílice', 'Poeira de sílica'],
    points: [
      [
        'Cutting concrete, brick or stone makes dust that scars lungs.',
        'Cortar concreto, ladrillo o piedra hace polvo que daña los pulmones.',
        'Cortar concreto, tijolo ou pedra faz poeira que machuca o pulmão.',
      ],
      [
        'Water or a vacuum at the tool, always.',
        'Agua o aspiradora en la herramienta, siempre.',
        'Água ou aspirador na ferramenta, sempre.',
      ],
      ['Never sweep dry and never blow it off with air.', 'Nunca barra en seco ni sople con aire.', 'Nunca varra a seco nem sopre com ar.'],
      ['A mask works only on a shaved face.', 'La mascarilla solo sirve con la cara afeitada.', 'A máscara só funciona com a barba feita.'],
    ],
    check: ['What keeps the dust down while you cut?', '¿Qué baja el polvo al cortar?', 'O que segura a poeira no corte?'],
    answers: [
      ['Water or a vacuum', 'Agua o aspiradora', 'Água ou aspirador'],
      ['A fan', 'Un ventilador', 'Um ventilador'],
      ['Sweeping', 'Barrer', 'Varrer'],
    ],
  },
  {
    name: ['Lockout', 'Bloqueo de energía', 'Bloqueio de energia'],
    points: [
      [
        'Switch off, lock, tag, and keep the key in your pocket.',
        'Apague, bloquee, etiquete, y guarde la llave en su bolsillo.',
        'Desligue, bloqueie, etiquete, e guarde a chave no bolso.',
      ],
      [
        'One lock for each person who works on it.',
        'Un candado por cada persona que trabaja ahí.',
        'Um cadeado para cada pessoa que trabalha ali.',
      ],
      [
        'Try to start it, and test that it is dead.',
        'Intente arrancar, y pruebe que no hay tensión.',
        'Tente ligar, e teste se está sem energia.',
      ],
      ['Nobody takes off the lock of somebody else.', 'Nadie quita el candado de otro.', 'Ninguém tira o cadeado de outro.'],
    ],
    check: ['Who takes your lock off?', '¿Quién quita su candado?', 'Quem tira o seu cadeado?'],
    answers: [
      ['Only I do', 'Solo yo', 'Só eu'],
      ['The foreman', 'El mayordomo', 'O encarregado'],
      ['Whoever is last', 'El último', 'O último'],
    ],
  },
]
