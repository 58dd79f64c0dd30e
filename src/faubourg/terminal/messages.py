"""Messages of the terminal beside the games' own words, in both languages."""

from faubourg.core.text import Text

YOU = Text("you", "toi")
PARTNER = Text("plays with you", "joue avec toi")
TURN = Text("turn {turns}", "tour {turns}")
ASKED = Text("{name}, it is your turn.", "{name}, à toi de jouer.")
PROMPT = Text("Number, or ? for help", "Numéro, ou ? pour l'aide")
GO_ON = Text("Enter to go on, u to take it back", "Entrée pour continuer, u pour annuler")
ONLY = Text("{name} has no choice: {choice}.", "{name} n'a pas le choix : {choice}.")

NOT_UNDERSTOOD = Text(
    "I don't understand '{said}'. Type a number from 1 to {most}, or ? for help.",
    "Je ne comprends pas « {said} ». Tape un numéro de 1 à {most}, ou ? pour l'aide.",
)
NO_NUMBER = Text(
    "There is no choice {said}: the numbers go from 1 to {most}.",
    "Il n'y a pas de choix {said} : les numéros vont de 1 à {most}.",
)
SEVERAL = Text(
    "'{said}' could be {numbers}: type the number.",
    "« {said} » peut être {numbers} : tape le numéro.",
)
NO_UNDO = Text(
    "Nothing to take back: the dice or the cards have spoken since your last choice.",
    "Rien à annuler : les dés ou les cartes ont parlé depuis ton dernier choix.",
)
UNDONE = Text("Taken back.", "C'est annulé.")
NO_CARD = Text(
    "Nothing here is called '{word}'. Type ? alone for help.",
    "Rien ne s'appelle « {word} » ici. Tape ? tout seul pour l'aide.",
)
NO_RULE = Text("No rule says anything about '{word}'.", "Aucune règle ne parle de « {word} ».")
NO_RULES = Text(
    "The rules of this game are not at hand.", "Les règles de ce jeu ne sont pas disponibles."
)
RULING = Text("our ruling", "notre décision")
MORE = Text("Enter for more, q to stop", "Entrée pour la suite, q pour arrêter")
NOTHING_YET = Text("Nothing has happened yet.", "Il ne s'est encore rien passé.")

SAVE_WHERE = Text(
    "Say where, as in: save my-game.txt", "Dis où, par exemple : sauver ma-partie.txt"
)
SAVED = Text("Saved in {path}", "Partie enregistrée dans {path}")
NOT_SAVED = Text("{path} can't be written: {why}.", "Impossible d'écrire {path} : {why}.")
NOT_OURS = Text(
    "{path} is there already and is no game; choose another name.",
    "{path} existe déjà et n'est pas une partie ; choisis un autre nom.",
)
KEPT_NOWHERE = Text(
    "The game can't be saved anywhere ({why}); it goes on without.",
    "Impossible d'enregistrer la partie ({why}) ; elle continue sans.",
)
MOVED = Text("The game is now saved in {path}", "La partie est désormais enregistrée dans {path}")

KEPT = Text("Your game is saved in {path}", "Ta partie est enregistrée dans {path}")
RESUME = Text("Go on with: {command}", "Pour la reprendre : {command}")
LOST = Text("This game could not be saved.", "Cette partie n'a pas pu être enregistrée.")
STOPPED = Text("Stopped.", "Arrêté.")
GOODBYE = Text("Goodbye!", "À bientôt !")
RECORD_IS = Text("The whole game is in {path}", "Toute la partie est dans {path}")
WINNER = Text("{names} wins!", "{names} gagne !")
WINNERS = Text("{names} win!", "{names} gagnent !")
NOBODY = Text("Nobody wins.", "Personne ne gagne.")
AND = Text(" and ", " et ")
ENDED = Text("{reason}, after {turns} turns.", "{reason}, après {turns} tours.")
PREPARING = Text("Preparing the game (first time only)", "Préparation du jeu (la première fois)")
INSIDE = Text(
    "Something went wrong inside Faubourg: {what}. That is our mistake, not yours.",
    "Une erreur s'est produite dans Faubourg : {what}. C'est notre faute, pas la tienne.",
)
REPORT = Text("Please send us this file: {path}", "Merci de nous envoyer ce fichier : {path}")

SEATS_COUNT = Text(
    "{players} players need {players} seats; given: {given}.",
    "Il faut {players} places pour {players} joueurs ; reçu : {given}.",
)
SEAT_UNKNOWN = Text(
    "There is no player '{seat}'; there is: {known}. A name goes before, as in Anna=me.",
    "Pas de joueur « {seat} » ; il y a : {known}. Un nom se met devant, comme Anna=me.",
)
SEAT_NAME = Text(
    "'{name}' can't be a name: 1 to 16 letters, without a comma or =.",
    "« {name} » ne peut pas être un nom : de 1 à 16 lettres, sans virgule ni =.",
)
SEAT_TWICE = Text("Two players are called '{name}'.", "Deux joueurs s'appellent « {name} ».")
OTHER_GAME = Text(
    "That file is a game of {found}, not of {wanted}.",
    "Ce fichier est une partie de {found}, pas de {wanted}.",
)
OTHER_PLAYERS = Text(
    "That game has {found} players, not {wanted}.", "Cette partie a {found} joueurs, pas {wanted}."
)
OTHER_COMPONENTS = Text(
    "The saved game is played with other components.",
    "La partie sauvegardée se joue avec un autre matériel.",
)
OTHER_SEED = Text(
    "That game has the seed {found}, not {wanted}.",
    "Cette partie a la graine {found}, pas {wanted}.",
)
OTHER_OPTION = Text(
    "That game was started with {name}={found}, not {wanted}.",
    "Cette partie a commencé avec {name}={found}, pas {wanted}.",
)

HINT_WAIT = Text("Thinking…", "Je réfléchis…")
HINT_CHANCE = Text("{chance} % to win", "{chance} % de chances")
HINT_EQUAL = Text("about as good: {why}", "à peu près aussi bien : {why}")
HINT_NOW = Text("Nothing is to be chosen now.", "Il n'y a rien à choisir pour l'instant.")

HOW_TO = Text(
    "Type the number of a choice, its name, or the move itself, such as: {example}",
    "Tape le numéro d'un choix, son nom, ou le coup lui-même, par exemple : {example}",
)
COMMANDS = (
    (
        Text("? NAME", "? NOM"),
        Text("what a card of that name does", "ce que fait la carte de ce nom"),
    ),
    (
        Text("hint", "conseil"),
        Text("the best moves, with your chances", "les meilleurs coups, avec tes chances"),
    ),
    (
        Text("rules  rules WORD", "règles  règles MOT"),
        Text("the rules, or those with a word", "les règles, ou celles qui ont un mot"),
    ),
    (Text("log", "journal"), Text("the last turns", "les derniers tours")),
    (
        Text("undo", "annuler"),
        Text("take back, up to the last die or draw", "revenir, jusqu'au dernier dé ou tirage"),
    ),
    (Text("save FILE", "sauver FICHIER"), Text("keep a copy", "garder une copie")),
    (
        Text("quit", "quitter"),
        Text("stop; the game is saved", "arrêter ; la partie est enregistrée"),
    ),
)
