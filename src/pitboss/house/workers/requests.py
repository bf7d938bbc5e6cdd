"""Every request that a worker takes."""

from pitboss.house.workers.chart import ChartAsked
from pitboss.house.workers.drills import ExamAsked, GradeAsked, KindsAsked, NextAsked, RecordAsked
from pitboss.house.workers.edges import EdgesAsked
from pitboss.house.workers.guide import GuideAsked
from pitboss.house.workers.hand import HandJudged, JudgeMadeReady
from pitboss.house.workers.judge import QuestionAsked, SessionAsked, WagersAsked
from pitboss.house.workers.meter_hits import MeterHitsAsked
from pitboss.house.workers.paper import PaperAsked
from pitboss.house.workers.position import DailyAsked, PositionAsked, PositionRulesAsked
from pitboss.house.workers.rating import StakeEdgesAsked
from pitboss.house.workers.reconcile import ReconcileAsked
from pitboss.house.workers.settle_again import SettleAgainAsked
from pitboss.house.workers.study import StudyAsked
from pitboss.house.workers.watch import WatchAsked

Judging = (
    QuestionAsked
    | WagersAsked
    | SessionAsked
    | HandJudged
    | JudgeMadeReady
    | DailyAsked
    | PositionAsked
    | PositionRulesAsked
)
Drilling = KindsAsked | NextAsked | GradeAsked | ExamAsked | RecordAsked
Edging = EdgesAsked | StakeEdgesAsked | MeterHitsAsked | StudyAsked
Checking = ReconcileAsked | SettleAgainAsked | WatchAsked
AnyRequest = Edging | ChartAsked | GuideAsked | PaperAsked | Checking | Judging | Drilling
