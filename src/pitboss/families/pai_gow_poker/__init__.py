"""What the three Pai Gow poker chapters (645a, 670a, 688a) share.

``law`` holds the provisions on the deal, ``rules`` what is filed, ``table`` the state between rounds, ``dealing`` the
deck and the deal, ``round`` what is on the table during a round, ``setting`` how players set their hands, ``outcome``
how hands compare, ``play`` the order of a round, ``felt`` the layout. What tiles share with cards is in
``families.pai_gow``.
"""
