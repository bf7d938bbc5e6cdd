/**
 * The panels beside the layout: roads, strategy, judged decisions, fairness, ways to bets besides the felt, one's results.
 * Nobody needs them to sit down, so that they are fetched after the first screen is shown.
 */

import { Autoplay } from "./betting/autoplay.js";
import { Favourites } from "./betting/favourites.js";
import { lightPaytables, paytableOf } from "./betting/paytables.js";
import { Finder } from "./betting/finder.js";
import { Nearby } from "./betting/nearby.js";
import { Racetrack } from "./betting/racetrack.js";
import { WagerList } from "./betting/wagerlist.js";
import { Drawer } from "./drawer.js";
import { showFairness } from "../felt/fairness.js";
import { payTo, takeAway } from "../felt/paying.js";
import { byId, fill } from "../kit/dom.js";
import { tokenOf } from "../kit/storage.js";
import { Strategy } from "../kit/strategy.js";
import { HotCold } from "./hotcold.js";
import { Judge } from "./judge.js";
import { showOwnResults } from "./ownresults.js";
import { OwnWord } from "./ownword.js";
import { FirstRound } from "./firstround.js";
import { winLabels } from "./winlabels.js";
import { Roads } from "./roads.js";

/** @import { Betting } from "./betting/betting.js" */
/** @import { Easy } from "./betting/easy.js" */
/** @import { Felt } from "../felt/felt.js" */
/** @import { ReadyButton } from "./readybutton.js" */
/** @import { Connection } from "./connection.js" */
/** @import { TableState } from "../felt/tablestate.js" */

/** All panels that are not there from the beginning. */
export class Panels {
  paytables = { lightPaytables, paytableOf };
  paying = { winLabels, payTo, takeAway };
  #table;
  #word;
  #drawer = new Drawer();
  #finder;
  #roads;
  #hotCold;
  #quick;
  #wagers;
  #first;

  /**
   * @param {TableState} table @param {Felt} felt @param {Betting} betting
   * @param {{easy: Easy, connection: Connection, ready: ReadyButton}} page
   */
  constructor(table, felt, betting, { easy, connection, ready }) {
    this.#table = table;
    this.#word = new OwnWord(table, connection);
    this.strategy = new Strategy(table);
    this.nearby = new Nearby(table, felt, betting);
    this.judge = new Judge(table, () => tokenOf(table.info.id));
    this.#roads = new Roads(table);
    this.#hotCold = new HotCold(table);
    this.#wagers = new WagerList(table, betting);
    this.#finder = new Finder(table, betting, easy);
    const { racetrack } = table.info;
    const track = racetrack ? [new Racetrack(table, felt, betting, racetrack)] : [];
    this.#quick = [...track, new Favourites(table, betting), new Autoplay(table, felt, betting, ready)];
    this.#first = new FirstRound(table, felt);
    fill(byId("panel-quick"), this.#quick.map(({ node }) => node));
  }

  /** What finds bets, and what lays several of them in one press. @param {boolean} open  whether bets can be placed now */
  showBets(open) {
    this.#finder.show(open);
    for (const part of this.#quick) part.show(open);
  }

  /** The bets on the layout; not while chips are on their way. @param {boolean} open */
  showWagers(open) {
    this.#wagers.show(open);
  }

  /** The result of the round; not while it is still being played out on the felt. */
  showRound() {
    this.judge.show();
    this.#first.show();
    this.#word.show();
    showOwnResults(this.#table);
    showFairness(this.#table, this.#word.element);
    this.#roads.show();
    this.#hotCold.show();
  }

  /** Bring the focus to the search field. */
  focusFinder() {
    this.#drawer.open("panel-finder");
    this.#finder.focus();
  }
}
